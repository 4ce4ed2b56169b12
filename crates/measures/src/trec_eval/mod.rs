//! trec_eval's measures under its own names, with its parameters, in its output.
//!
//! ```
//! use sokutei_measures::trec::{read_qrels, read_run};
//! use sokutei_measures::trec_eval::{Measures, Options, Version, evaluate};
//!
//! let qrels = read_qrels("q1 0 a 1\nq1 0 b 0\nq1 0 c 2\n".as_bytes(), "qrels")?.qrels;
//! let run = read_run("q1 Q0 b 1 3 mine\nq1 Q0 a 2 2 mine\n".as_bytes(), "run")?;
//! let measures = Measures::read(&["map", "P.5", "num_rel"], Version::Trec10)?;
//! let results = evaluate(&run, &qrels, &Options::of(measures, Version::Trec10))?;
//! let lines: Vec<String> = results.summary_lines().map(|line| line.to_string()).collect();
//! assert_eq!(
//!     lines,
//!     [
//!         "num_rel               \tall\t2",
//!         "map                   \tall\t0.2500",
//!         "P_5                   \tall\t0.2000"
//!     ]
//! );
//! # Ok::<(), sokutei_measures::Error>(())
//! ```
//!
//! Version 10 is followed; [`Version::Trec9`] gives what 9.0.8 and pytrec_eval print. Where formulas are those of
//! [`formulas`](crate::formulas), they are taken from there. Measures of preference judgments (`prefs…`) and of several judgment sets
//! (`qrels_jg`, `…_avgjg`), z-scores (`-Z`) and other file formats (`-R`, `-T`) are not here.
//!
//! # Where trec_eval is not followed
//!
//! Each is a defect of the program, and has a name:
//!
//! * **missing topic stops it** (10): a topic that the run lacks ends version 10 without `-c`, with the message that the *qrels* lack it. Here the
//!   topic is left out of the mean, as in 9.0.8.
//! * **bogus document shows** (10, `-c`): a topic that the run lacks is measured with one made-up document, which shows in `utility`, `rbp_resid`
//!   and `relstring` with parameters, and in `num_nonjudged_ret`. Here such a topic has no documents, as it has without parameters there.
//! * **first cutoffs only**: of `-m P.1 -m P.2` it prints `P_1`. Here both.
//! * **gains sorted as whole numbers**: gains that differ by less than 1 keep no order, so that a perfect ranking may have `ndcg` 0. Here gains are
//!   sorted.
//! * **unordered points**: `11pt_avg` leaves out points of a list that does not ascend. Here the list is sorted.
//! * **unset bounds** (10): `rbp` reads two variables before they are set; the build decides what is printed. Here gains are scaled as the
//!   comment beside them says: unless all of a topic's gains lie between 0 and 1, to (g − min) / (max − min).
//! * **division by nothing**: `iprec_at_recall` and `11pt_avg` after `-J` that leaves no document, and `Rndcg` whose gains are all 0, are `nan` or
//!   `-nan`. Here they are 0.
//! * **levels of the topic before**: a topic whose grades are all below 0 is measured with the number of grades of the topic before it. Here it has
//!   no grades.
//! * **parameters without a meaning**: `-m map.5` prints `map`, and cutoffs of letters are 0. Here they are errors, as are gains for grades below 0
//!   and numbers beyond 1e9.

mod asked;
mod binary_gain;
mod catalogue;
mod eleven_points;
mod formula;
mod levels;
mod line;
mod ndcg_at_levels;
mod ndcg_rel;
mod normalized_gain;
mod options;
mod parameters;
mod r_precision_multiple;
mod relative_precision;
mod relstring;
mod results;
mod seen;
mod unjudged;
mod utility;
mod value;
mod yaap;

pub use asked::Measures;
pub use line::Line;
pub use options::{Options, Version};
pub use results::{Results, evaluate};
pub use value::Value;
