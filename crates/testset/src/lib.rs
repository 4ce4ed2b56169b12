//! Topics and graded qrels from what authors wrote: cheat-sheets, label matching, provenance.
