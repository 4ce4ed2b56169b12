//! Doubles as Python prints them, so that files of both worlds compare equal byte by byte.

/// The shortest decimal that reads back as the same double, in the form of Python's `repr`: `1.0`, `0.0001`,
/// `1e-05`, `1e+16`.
///
/// Exponents appear below 1e-4 and from 1e16 on, with at least two digits and a sign. NaN and the infinities
/// are `nan`, `inf` and `-inf`.
///
/// ```
/// use sokutei_measures::trec::python_float;
///
/// assert_eq!([1.0, 1e-5, 1e16, 0.1 + 0.2].map(python_float), ["1.0", "1e-05", "1e+16", "0.30000000000000004"]);
/// ```
#[must_use]
pub fn python_float(value: f64) -> String {
    let mut text = String::new();
    push_python_float(&mut text, value);
    text
}

/// Appends what [`python_float`] returns.
pub(super) fn push_python_float(text: &mut String, value: f64) {
    if !value.is_finite() {
        text.push_str(match value {
            v if v.is_nan() => "nan",
            v if v < 0.0 => "-inf",
            _ => "inf",
        });
    } else if value.abs() >= 1e-4 {
        // of two shortest decimals that are equally near, zmij takes the even one, as Python does and Rust does not
        push_with_exponent(text, zmij::Buffer::new().format_finite(value));
    } else {
        // no such small double is halfway between two, and Rust has Python's limit for exponents
        push_with_exponent(text, &format!("{value:?}"));
    }
}

/// Appends a number as Rust prints it, such as `1.0` or `1e16`, its exponent as Python prints it.
fn push_with_exponent(text: &mut String, rust: &str) {
    let Some((digits, exponent)) = rust.split_once('e') else {
        text.push_str(rust);
        return;
    };
    let exponent: i32 = exponent.parse().expect("exponents are whole numbers");
    text.push_str(digits.strip_suffix(".0").unwrap_or(digits));
    text.push_str(if exponent < 0 { "e-" } else { "e+" });
    text.push_str(&format!("{:02}", exponent.abs()));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn doubles_look_as_in_python() {
        // printed by Python 3.11: [repr(x) for x in ...]
        let cases = [
            (0.0, "0.0"),
            (-0.0, "-0.0"),
            (1.0, "1.0"),
            (-2.5, "-2.5"),
            (0.1, "0.1"),
            (1.0 / 3.0, "0.3333333333333333"),
            (123456789.125, "123456789.125"),
            (0.0001, "0.0001"),
            (0.00012345, "0.00012345"),
            (0.00009999, "9.999e-05"),
            (1e-5, "1e-05"),
            (1.5e-10, "1.5e-10"),
            (9999999999999998.0, "9999999999999998.0"),
            (1e15, "1000000000000000.0"),
            (1e16, "1e+16"),
            (1.2345e20, "1.2345e+20"),
            (1e100, "1e+100"),
            (f64::MAX, "1.7976931348623157e+308"),
            (5e-324, "5e-324"),
            (f64::MIN_POSITIVE, "2.2250738585072014e-308"),
        ];
        for (value, expected) in cases {
            assert_eq!(python_float(value), expected);
        }
        assert_eq!(
            [f64::NAN, f64::INFINITY, f64::NEG_INFINITY].map(python_float),
            ["nan", "inf", "-inf"]
        );
    }

    #[test]
    #[allow(clippy::excessive_precision)] // that they lie exactly halfway is the point
    fn of_two_equally_near_decimals_the_even_one_is_printed() {
        // as Python 3.11 prints them; Rust's own printing ends the first in 3
        let cases = [
            (842_091_108_249_392.25, "842091108249392.2"),
            (562_949_953_421_314.25, "562949953421314.2"),
            (900_719_925_474_099.25, "900719925474099.2"),
            (703_687_441_776_640.75, "703687441776640.8"),
            (1_125_899_906_842_625.5, "1125899906842625.5"),
            (9_007_199_254_740_993.0, "9007199254740992.0"),
        ];
        for (value, expected) in cases {
            assert_eq!(python_float(value), expected);
        }
    }

    /// Number of significant digits.
    fn digits(text: &str) -> usize {
        let mantissa = text.split('e').next().unwrap_or(text);
        let digits: String = mantissa.chars().filter(char::is_ascii_digit).collect();
        digits.trim_matches('0').len()
    }

    #[test]
    fn what_is_printed_reads_back_and_no_shorter_form_does() {
        let mut bits = 1u64;
        for _ in 0..100_000 {
            bits = bits
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            let value = f64::from_bits(bits);
            if !value.is_finite() {
                continue;
            }
            let text = python_float(value);
            let read: f64 = text.parse().expect("a number");
            assert_eq!(read.to_bits(), bits, "{text}");
            assert_eq!(digits(&text), digits(&format!("{value:e}")), "{text}");
        }
    }
}
