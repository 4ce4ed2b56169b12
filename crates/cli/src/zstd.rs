//! Files packed by zstd: one frame after the other, each with its checksum; frames to be skipped are skipped.

use std::io::{self, BufRead, Read};

use ruzstd::decoding::StreamingDecoder;

/// How a frame of data begins, of which a file has at least one.
const DATA: [u8; 4] = *b"\x28\xb5\x2f\xfd";

/// Whether a file that begins so is packed by zstd. A frame to be skipped may come first, as pzstd writes it.
pub(crate) fn is_zstd(start: &[u8]) -> bool {
    start
        .first_chunk()
        .is_some_and(|magic| *magic == DATA || is_skippable(*magic))
}

/// Sixteen beginnings say that what follows is for somebody else (RFC 8878, 3.1.2).
fn is_skippable(magic: [u8; 4]) -> bool {
    magic[0] & 0xf0 == 0x50 && magic[1..] == *b"\x2a\x4d\x18"
}

type Frame = StreamingDecoder<Begun, ruzstd::decoding::FrameDecoder>;

/// Reads what is in the frames.
pub(crate) struct Zstd(State);

enum State {
    /// Between two frames.
    Between(Box<dyn BufRead>),
    Inside(Box<Frame>),
    Ended,
}

/// A frame whose first bytes were looked at.
struct Begun {
    magic: io::Cursor<[u8; 4]>,
    rest: Box<dyn BufRead>,
}

impl Read for Begun {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        match self.magic.read(into)? {
            0 => self.rest.read(into),
            n => Ok(n),
        }
    }
}

impl Zstd {
    pub(crate) fn new(from: Box<dyn BufRead>) -> Self {
        Self(State::Between(from))
    }
}

fn broken(error: impl Into<Box<dyn std::error::Error + Send + Sync>>) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, error)
}

/// Goes into the next frame of data; past the last one nothing is left.
fn next_frame(mut from: Box<dyn BufRead>) -> io::Result<State> {
    while !from.fill_buf()?.is_empty() {
        let mut magic = [0; 4];
        from.read_exact(&mut magic)?;
        if !is_skippable(magic) {
            let frame = Begun {
                magic: io::Cursor::new(magic),
                rest: from,
            };
            return Ok(State::Inside(Box::new(
                StreamingDecoder::new(frame).map_err(broken)?,
            )));
        }
        let mut length = [0; 4];
        from.read_exact(&mut length)?;
        let length = u64::from(u32::from_le_bytes(length));
        if io::copy(&mut from.by_ref().take(length), &mut io::sink())? < length {
            return Err(broken("a frame to be skipped breaks off"));
        }
    }
    Ok(State::Ended)
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
                State::Between(from) => self.0 = next_frame(from)?,
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
                    self.0 = State::Between(frame.into_inner().rest);
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

    /// `printf 'q1 0 a 1\\n' | pzstd -c`, pzstd 1.5.4: a frame to be skipped, which holds the length of the next, and that.
    const BY_PZSTD: &[u8] = b"\x50\x2a\x4d\x18\x04\x00\x00\x00\x16\x00\x00\x00\x28\xb5\x2f\xfd\x04\x58\x49\x00\x00\x71\x31\x20\x30\x20\x61\x20\x31\x0a\x78\x8f\xdb\xf2";

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

    #[test]
    fn frames_to_be_skipped_are_skipped_wherever_they_stand() {
        let skipped =
            |magic: u8, n: u8| [&[magic, 0x2a, 0x4d, 0x18, n, 0, 0, 0][..], &vec![7; n.into()]].concat();
        let whole = [
            skipped(0x50, 0),
            packed(),
            skipped(0x5f, 200),
            packed(),
            skipped(0x53, 9),
        ]
        .concat();
        assert!(is_zstd(&whole) && is_zstd(&packed()) && !is_zstd(b"q1 0 a 1") && !is_zstd(b"\x28\xb5\x2f"));
        assert_eq!(unpacked(whole.clone()).expect("whole"), "q1 0 a 1\n".repeat(4));
        assert!(unpacked(whole[..whole.len() - 1].to_vec()).is_err());
        // longer than the file by far
        let endless = [&skipped(0x50, 1)[..4], &[0xff; 9]].concat();
        assert!(unpacked(endless).is_err());
        assert_eq!(unpacked(BY_PZSTD.to_vec()).expect("whole"), "q1 0 a 1\n");
    }

    #[test]
    fn what_follows_the_frames_and_is_none_is_an_error() {
        for behind in [&b"q2 0 a 1\n"[..], b"\0", b"\x28\xb5\x2f"] {
            assert!(unpacked([&packed(), behind].concat()).is_err());
        }
    }
}
