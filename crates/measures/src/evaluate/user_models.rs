//! From a ranking to what a reader may expect of it.

use crate::cutoff::Cutoff;
use crate::formulas::{self, ExpectedUtility};
use crate::measure::{GradeScale, UserModel};

/// What the reader gains from documents of these grades; `cutoff` is there if the model has one.
pub(super) fn expected_utility(
    model: UserModel,
    scale: GradeScale,
    grades: &[Option<f64>],
    cutoff: Option<Cutoff>,
) -> ExpectedUtility {
    let gains: Vec<f64> = grades
        .iter()
        .map(|grade| grade.map_or(0.0, |grade| scale.gain(grade)))
        .collect();
    let depth = || cutoff.expect("a measure that needs a cutoff has one");
    match model {
        UserModel::BejeweledPlayer { goal } => formulas::bejeweled_player(&gains, goal.get(), depth()),
        UserModel::ScaledDcg => formulas::scaled_dcg(&gains, depth()),
        UserModel::Nerr8 => formulas::nerr_8(&gains, depth()),
        UserModel::Nerr9 => formulas::nerr_9(&gains, depth()),
        UserModel::Nerr10 { p } => formulas::nerr_10(&gains, p.get()),
        UserModel::Nerr11 { goal } => formulas::nerr_11(&gains, goal.get()),
        UserModel::Inst { goal } => formulas::inst(&gains, goal.get()),
        UserModel::Insq { goal } => formulas::insq(&gains, goal.get()),
    }
}
