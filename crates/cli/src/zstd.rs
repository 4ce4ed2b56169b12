//! Files packed by zstd: one frame after the other, each with its checksum.

use std::io::{self, BufRead, Read};

use ruzstd::decoding::StreamingDecoder;

/// How such a file begins.
pub(crate) const MAGIC: &[u8] = b"\x28\xb5\x2f\xfd";

type Frame = StreamingDecoder<Box<dyn BufRead>, ruzstd::decoding::FrameDecoder>;

/// Reads what is in the frames.
pub(crate) struct Zstd(State);

enum State {
    /// Between two frames.
    Between(Box<dyn BufRead>),
    Inside(Box<Frame>),
    Ended,
}

impl Zstd {
    pub(crate) fn new(from: Box<dyn BufRead>) -> Self {
        Self(State::Between(from))
    }
}

fn broken(error: impl Into<Box<dyn std::error::Error + Send + Sync>>) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, error)
}

impl Read for Zstd {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        if into.is_empty() {
            return Ok(0);
        }
        loop {
            // an error ends the file
            match std::mem::replace(&mut self.0, State::Ended) {
                State::Ended => return Ok(0),
                State::Between(mut from) => {
                    if !from.fill_buf()?.is_empty() {
                        self.0 = State::Inside(Box::new(StreamingDecoder::new(from).map_err(broken)?));
                    }
                }
                State::Inside(mut frame) => {
                    let n = frame.read(into).map_err(broken)?;
                    if n > 0 {
                        self.0 = State::Inside(frame);
                        return Ok(n);
                    }
                    let written = frame.decoder.get_checksum_from_data();
                    if written.is_some() && written != frame.decoder.get_calculated_checksum() {
                        return Err(broken("the checksum is another"));
                    }
                    self.0 = State::Between(frame.into_inner());
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `printf 'q1 0 a 1\n' | zstd`, as zstd 1.5 writes it with a checksum: one raw block.
    fn packed() -> Vec<u8> {
        let mut bytes = ruzstd::encoding::compress_to_vec(
            &b"q1 0 a 1\n"[..],
            ruzstd::encoding::CompressionLevel::Fastest,
        );
        let one = bytes.clone();
        bytes.extend(one);
        bytes
    }

    fn unpacked(bytes: Vec<u8>) -> io::Result<String> {
        let mut text = String::new();
        Zstd::new(Box::new(io::Cursor::new(bytes))).read_to_string(&mut text)?;
        Ok(text)
    }

    #[test]
    fn frames_are_read_one_after_the_other() {
        assert_eq!(unpacked(packed()).expect("whole"), "q1 0 a 1\nq1 0 a 1\n");
    }

    #[test]
    fn a_file_that_breaks_off_or_was_changed_is_an_error() {
        let whole = packed();
        for end in 1..whole.len() {
            if end != whole.len() / 2 {
                assert!(unpacked(whole[..end].to_vec()).is_err(), "{end} bytes");
            }
        }
    }
}
