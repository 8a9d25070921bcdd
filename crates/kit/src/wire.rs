//! Answers on their way between processes: names that are constants of the program stay constants.

use std::collections::BTreeSet;
use std::sync::{Mutex, PoisonError};

/// A name that the program itself wrote.
pub(crate) type Name = &'static str;

/// The constant of that text. The names of facts and tables are few and come from the program itself, so each is kept
/// once and for good.
fn constant(text: String) -> &'static str {
    static KNOWN: Mutex<BTreeSet<&'static str>> = Mutex::new(BTreeSet::new());
    let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    match known.get(text.as_str()) {
        Some(constant) => constant,
        None => {
            let constant: &'static str = Box::leak(text.into_boxed_str());
            known.insert(constant);
            constant
        }
    }
}

/// One name.
pub(crate) mod named {
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    pub(crate) fn serialize<S: Serializer>(name: &&'static str, serializer: S) -> Result<S::Ok, S::Error> {
        name.serialize(serializer)
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<&'static str, D::Error> {
        String::deserialize(deserializer).map(super::constant)
    }
}

/// One name, or none.
pub(crate) mod perhaps_named {
    use super::Name;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    pub(crate) fn serialize<S: Serializer>(name: &Option<Name>, serializer: S) -> Result<S::Ok, S::Error> {
        name.serialize(serializer)
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Name>, D::Error> {
        Option::<String>::deserialize(deserializer).map(|name| name.map(super::constant))
    }
}

/// A list of names with what they name.
pub(crate) mod names {
    use crate::Fact;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    pub(crate) fn serialize<S: Serializer>(facts: &[(&'static str, Fact)], serializer: S) -> Result<S::Ok, S::Error> {
        facts.serialize(serializer)
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Vec<(&'static str, Fact)>, D::Error> {
        let facts = Vec::<(String, Fact)>::deserialize(deserializer)?;
        Ok(facts.into_iter().map(|(name, fact)| (super::constant(name), fact)).collect())
    }
}
