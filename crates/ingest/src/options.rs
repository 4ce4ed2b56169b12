//! What a caller may choose about reading a folder.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::Error;
use crate::heading::HeadingFilter;

/// Largest page that is read, in bytes; a larger file is a warning ([`IngestWarning::Unreadable`](crate::IngestWarning)).
///
/// A node of a page's tree takes some 128 bytes and a page can have one for every two bytes, so the number of nodes has
/// a limit of its own (ten million). With both, a page takes some 3 GB of memory at worst while it is read; a page of
/// 20 MB that people wrote takes half of one.
pub const MAX_PAGE_BYTES: u64 = 64 << 20;

/// Where article ids come from, and with that which files are pages.
///
/// Prints as `ordinal` or `slug` and parses from the same words. Ids made under one numbering mean nothing under the
/// other, so files that hold ids should say which it was.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Numbering {
    /// `t0`, `t1`, … over the files named `.html` or `.htm` in the folder itself, sorted by the bytes of their names.
    ///
    /// A page that cannot be read keeps its number, so that the others' numbers do not depend on it. Folders inside are
    /// not read.
    #[default]
    Ordinal,
    /// The path below the folder, without the suffix, `/` between its parts, at any depth: `linux/ports` for
    /// `linux/ports.html`. Articles are in the order of the bytes of their paths.
    ///
    /// White space (and, on systems where names are bytes, a byte that is not UTF-8) is percent-encoded; all else stays
    /// as it is. Two files whose slugs are equal (`a.html` and `a.htm`) both keep their suffix in the id, with a warning;
    /// if an id still exists twice, reading the folder is an error.
    Slug,
}

impl fmt::Display for Numbering {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Ordinal => "ordinal",
            Self::Slug => "slug",
        })
    }
}

impl FromStr for Numbering {
    type Err = Error;

    fn from_str(s: &str) -> Result<Self, Error> {
        match s {
            "ordinal" => Ok(Self::Ordinal),
            "slug" => Ok(Self::Slug),
            _ => Err(Error::UnknownNumbering { found: s.to_owned() }),
        }
    }
}

/// How pages are read. The default is the experiment's: ordinal ids, the standard headings dropped, boilerplate and code
/// treated as the original did.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct IngestOptions {
    /// Where article ids come from.
    pub numbering: Numbering,
    /// Headings whose sections are no chunks (FAQ, summary, references by default).
    pub drop_headings: HeadingFilter,
    /// Leave out the text inside `nav`, `aside`, `header` and `footer`. A heading inside one still starts its section.
    pub skip_boilerplate: bool,
    /// Keep code blocks (`pre`, and a `code` element that spans lines), line by line, instead of leaving them out.
    pub keep_code: bool,
}
