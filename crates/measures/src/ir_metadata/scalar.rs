//! What a value without quotes is, by YAML 1.2's core schema (section 10.3.2).

use serde_json::{Number, Value};

use super::Scalar;

impl Scalar {
    /// Whether nothing stands there.
    #[must_use]
    pub fn is_null(&self) -> bool {
        self.is_plain && matches!(self.text.as_str(), "" | "~" | "null" | "Null" | "NULL")
    }

    /// The value. Infinite numbers and whole ones beyond 64 bits, which JSON has not, stay text.
    pub(super) fn to_json(&self) -> Value {
        let text = self.text.as_str();
        if self.is_null() {
            return Value::Null;
        }
        match text {
            _ if !self.is_plain => Value::from(text),
            "true" | "True" | "TRUE" => Value::Bool(true),
            "false" | "False" | "FALSE" => Value::Bool(false),
            _ => number(text).map_or_else(|| Value::from(text), Value::Number),
        }
    }
}

fn number(text: &str) -> Option<Number> {
    for (prefix, radix) in [("0x", 16), ("0o", 8)] {
        if let Some(digits) = text.strip_prefix(prefix) {
            let whole = digits.bytes().all(|b| b.is_ascii_alphanumeric());
            return u64::from_str_radix(digits, radix)
                .ok()
                .filter(|_| whole)
                .map(Number::from);
        }
    }
    let unsigned = text.strip_prefix(['+', '-']).unwrap_or(text);
    if !unsigned.is_empty() && unsigned.bytes().all(|b| b.is_ascii_digit()) {
        let whole = text.strip_prefix('+').unwrap_or(text);
        return match whole.parse::<i64>() {
            Ok(number) => Some(number.into()),
            Err(_) => whole.parse::<u64>().ok().map(Number::from),
        };
    }
    // digits with a point, an exponent, or both: no "inf", no "nan"
    let is_real = unsigned.starts_with(|c: char| c.is_ascii_digit() || c == '.')
        && unsigned.bytes().any(|b| b.is_ascii_digit())
        && unsigned
            .bytes()
            .all(|b| b.is_ascii_digit() || b".eE+-".contains(&b));
    if is_real {
        return text.parse().ok().and_then(Number::from_f64);
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_without_quotes_are_what_the_core_schema_says() {
        for (text, value) in [
            ("", Value::Null),
            ("~", Value::Null),
            ("True", true.into()),
            ("yes", "yes".into()),
            ("0o17", 15.into()),
            ("0x1F", 31.into()),
            ("017", 17.into()),
            ("+5", 5.into()),
            ("-5", (-5).into()),
            ("18446744073709551615", u64::MAX.into()),
            ("99999999999999999999", "99999999999999999999".into()),
            ("0.1", 0.1.into()),
            ("-1.5e3", (-1500.0).into()),
            (".5", 0.5.into()),
            (".", ".".into()),
            ("1e999", "1e999".into()),
            (".inf", ".inf".into()),
            ("inf", "inf".into()),
            ("nan", "nan".into()),
            ("0x-1", "0x-1".into()),
            ("9548cd6", "9548cd6".into()),
            ("0000-0002-0661-7189", "0000-0002-0661-7189".into()),
            ("2026-12-01", "2026-12-01".into()),
        ] {
            assert_eq!(Scalar::plain(text).to_json(), value, "{text}");
            assert_eq!(Scalar::text(text).to_json(), Value::from(text));
        }
    }
}
