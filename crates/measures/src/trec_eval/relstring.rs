//! `relstring`: the grades of the first ranks, one sign each.

/// One sign for each of the first `length` ranks.
///
/// The grade from 0 to 9, `>` above 9, `-` for a document that the qrels do not name, `.` for one with a grade below 0. Source: trec_eval's
/// `relstring`, which is printed for topics only.
pub(super) fn relstring(grades: &[Option<i32>], length: usize) -> String {
    let sign = |grade: &Option<i32>| match *grade {
        None => '-',
        Some(grade) => match u32::try_from(grade) {
            Err(_) => '.',
            Ok(grade) => char::from_digit(grade, 10).unwrap_or('>'),
        },
    };
    grades.iter().take(length).map(sign).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_of_document_has_its_sign() {
        let grades = [Some(0), Some(9), Some(10), None, Some(-1), Some(-2), Some(1)];
        assert_eq!(relstring(&grades, 10), "09>-..1");
        assert_eq!(relstring(&grades, 2), "09");
        assert_eq!([relstring(&grades, 0), relstring(&[], 10)], ["", ""]);
    }
}
