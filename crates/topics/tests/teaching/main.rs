//! What teaches: lessons, worksheets, papers and words, asked of every topic through the registry alone.

mod glossary;
mod hints;
mod judging;
mod lessons;
mod papers;
mod worksheets;
