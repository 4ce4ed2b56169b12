//! Topics and graded qrels from what authors wrote: cheat-sheets, label matching, provenance.
//!
//! An article's author who writes "who wants to know X finds it in section Y" has judged relevance, and meant it.
//! [`build_topics`] turns such rows into [`Topic`]s, each of which leads back to its row; what cannot be turned is
//! listed with its reason. [`strict_qrels`], [`graded_qrels`] and [`article_qrels`] are three readings of the same
//! labels. The crate knows nothing of retrieval.
//!
//! * [`difflib_ratio`], [`Matcher`]: Python's `difflib`, exactly
//! * [`Similarity`], [`HeadingMatcher`]: from the words of a label to headings
//! * [`find_sheet`], [`build_topics`]: from tables to topics
//! * [`write_topics`], [`read_topics`]: one topic per line of JSON
//! * [`label_coverage`], [`topic_coverage`], [`duplicate_chunks`], [`topic_warnings`]: what to look at before
//!   measuring
//! * [`pair_by_row`]: which topics of two test sets belong together
//! * [`truth`]: how often matching finds what the authors meant

mod article_sheet;
mod build_topics;
mod coverage;
mod difflib;
mod duplicates;
mod error;
mod jsonl;
mod matching;
mod qrels;
mod sheet;
mod similarity;
mod topic;
pub mod truth;
mod warning;

pub use article_sheet::ArticleSheet;
pub use build_topics::{
    BuiltTopics, MatchReport, PartlyMissed, SOURCE_PREFIX, UnmatchedRow, build_topics, build_topics_from,
    build_topics_under,
};
pub use coverage::{Coverage, MissingDocid, TopicCoverage, label_coverage, topic_coverage};
pub use difflib::{Autojunk, Block, Matcher, Second, difflib_ratio};
pub use duplicates::{DuplicateGroup, duplicate_chunks};
pub use error::Error;
pub use jsonl::{each_topic, read_topics, write_topics};
pub use matching::{Candidate, HeadingMatcher, MatchKind, MatchOptions, Multi, PART_SEPARATOR, Resolved};
pub use qrels::{ArticleOf, RELEVANT, article_qrels, graded_qrels, strict_qrels};
pub use sheet::{
    ArticleWithoutSheet, NoSheet, Sheet, SheetHeader, SheetRow, SkipReason, SkippedRow, find_sheet,
};
pub use similarity::Similarity;
pub use topic::{HeadingFit, LABELLED, MatchedPart, SAME_ARTICLE, Topic, pair_by_row};
pub use warning::{TopicWarning, topic_warnings};
