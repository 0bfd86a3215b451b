//! What the tests read of a page of Markdown.

use pulldown_cmark::{CodeBlockKind, Event, Options, Parser, Tag, TagEnd};
use std::ops::Range;
use std::path::{Path, PathBuf};

/// A page with its parts.
pub struct Page {
    /// Where it lies, from the root of the repository.
    pub path: PathBuf,
    /// The whole text.
    pub text: String,
    /// Fenced code blocks, in order.
    pub blocks: Vec<Block>,
    /// Inline code with its line.
    pub spans: Vec<(usize, String)>,
    /// Targets of links and pictures.
    pub links: Vec<String>,
    /// Headings with what stands under each, up to the next heading of any level.
    pub sections: Vec<(String, String)>,
}

/// A fenced code block.
pub struct Block {
    /// Its line in the page, from 1.
    pub line: usize,
    /// What stands after the opening fence: a language, and for TOML perhaps a file name.
    pub info: String,
    /// What it holds.
    pub text: String,
}

impl Block {
    /// The language.
    pub fn language(&self) -> &str {
        self.info.split_whitespace().next().unwrap_or_default()
    }

    /// The word after the language: the file that later commands of the page read.
    pub fn file(&self) -> Option<&str> {
        self.info.split_whitespace().nth(1)
    }
}

/// The root of the repository.
pub fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// README.md, results/README.md and every page of docs/, in this order.
pub fn pages() -> Vec<Page> {
    let names = std::fs::read_dir(root().join("docs")).unwrap().map(|entry| entry.unwrap().file_name());
    let mut paths: Vec<PathBuf> = names.map(|name| Path::new("docs").join(name)).collect();
    paths.sort();
    let first = ["README.md", "results/README.md"].map(PathBuf::from);
    first.into_iter().chain(paths).map(Page::read).collect()
}

impl Page {
    /// Reads the page at `path`, from the root of the repository.
    pub fn read(path: PathBuf) -> Self {
        let text = std::fs::read_to_string(root().join(&path)).unwrap();
        let mut page = Self { path, text, blocks: vec![], spans: vec![], links: vec![], sections: vec![] };
        page.parse();
        page
    }

    fn parse(&mut self) {
        let text = self.text.clone();
        let line = |at: usize| text[..at].matches('\n').count() + 1;
        let mut headings: Vec<(Range<usize>, String)> = vec![];
        let mut inside = Inside::Text;
        for (event, range) in Parser::new_ext(&text, Options::ENABLE_TABLES).into_offset_iter() {
            match event {
                Event::Start(Tag::CodeBlock(kind)) => {
                    self.begin_block(kind, line(range.start));
                    inside = Inside::Block;
                }
                Event::Start(Tag::Heading { .. }) => {
                    headings.push((range, String::new()));
                    inside = Inside::Heading;
                }
                Event::End(TagEnd::CodeBlock | TagEnd::Heading(_)) => inside = Inside::Text,
                Event::Text(part) if inside == Inside::Block => {
                    self.blocks.last_mut().unwrap().text.push_str(&part);
                }
                Event::Text(part) | Event::Code(part) if inside == Inside::Heading => {
                    headings.last_mut().unwrap().1.push_str(&part);
                }
                Event::Code(code) => self.spans.push((line(range.start), code.to_string())),
                Event::Start(Tag::Link { dest_url, .. } | Tag::Image { dest_url, .. }) => {
                    self.links.push(dest_url.to_string());
                }
                _ => {}
            }
        }
        self.sections = sections(&text, headings);
    }

    fn begin_block(&mut self, kind: CodeBlockKind<'_>, line: usize) {
        let CodeBlockKind::Fenced(info) = kind else { panic!("{}: an indented block", self.at(line)) };
        self.blocks.push(Block { line, info: info.to_string(), text: String::new() });
    }

    /// The page and a line of it, for messages.
    pub fn at(&self, line: usize) -> String {
        format!("{}:{line}", self.path.display())
    }
}

/// Where text stands.
#[derive(PartialEq)]
enum Inside {
    Text,
    Block,
    Heading,
}

/// Each heading with the text up to the next one.
fn sections(text: &str, headings: Vec<(Range<usize>, String)>) -> Vec<(String, String)> {
    let ends: Vec<usize> = headings.iter().skip(1).map(|(next, _)| next.start).chain([text.len()]).collect();
    let under = headings.into_iter().zip(ends);
    under.map(|((place, title), end)| (title, text[place.end..end].to_owned())).collect()
}
