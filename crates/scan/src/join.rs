//! Combines the lines of a collection: links between files, exact copies, and similar programs.
//!
//! [`Join::add`] takes each line once, in order. [`Joined::complete`] adds to a line the pages and
//! manifests that lead to it, the first file with the same contents, and the programs that resemble
//! it. Memory is in proportion to the number of lines, not to their length.

use pinnacle_inspect::structure::Signature;
use serde_json::{Map, Value, json};
use std::collections::{BTreeSet, HashMap};

/// Minimum similarity of two programs for them to be listed as similar: the fraction of functions
/// that they have in common.
pub const MIN_SIMILARITY: f64 = 0.75;

/// Maximum number of similar programs that are listed for a program.
const MAX_SIMILAR: usize = 5;

/// Maximum number of programs of one group that are compared with each other. It limits the time
/// for collections with thousands of builds of one program.
const MAX_GROUP: usize = 64;

/// Maximum number of listed pages or manifests that link to one file.
const MAX_REFERRERS: usize = 20;

/// The lines of a collection, while they are added.
#[derive(Debug, Default)]
pub struct Join {
    lines: Vec<Line>,
    /// The first line with each place.
    by_place: HashMap<Box<str>, u32>,
    /// The first line with each checksum.
    by_sum: HashMap<Box<str>, u32>,
    groups: HashMap<(u8, [u16; 4]), Vec<u32>>,
}

/// The parts of a line that are needed to complete other lines.
#[derive(Debug)]
struct Line {
    place: Box<str>,
    /// True for a page. Its links are elements that embed programs.
    is_page: bool,
    /// The places that it links to.
    targets: Vec<Box<str>>,
    /// For a page, the ID of the element of each link. An element without an ID can only be
    /// addressed if it is the first one.
    ids: Vec<Option<Box<str>>>,
    sum: Box<str>,
    /// Later lines of files with the same contents.
    copies: Vec<u32>,
    signature: Option<Signature>,
    duplicate_of: Option<u32>,
    group_members: Vec<u32>,
}

/// All lines of a collection, and the relations between their files.
#[derive(Debug)]
pub struct Joined {
    join: Join,
    /// For each line, the lines that link to it.
    referrers: HashMap<u32, Vec<u32>>,
}

impl Join {
    /// Adds the next line.
    pub fn add(&mut self, line: &Value) {
        let text = |name: &str| line[name].as_str().unwrap_or_default();
        let number = u32::try_from(self.lines.len()).unwrap_or(u32::MAX);
        let place: Box<str> = text("place").into();
        self.by_place.entry(place.clone()).or_insert(number);
        let sum = text("sha256");
        let first = match sum.is_empty() {
            true => number,
            false => *self.by_sum.entry(sum.into()).or_insert(number),
        };
        let signature = Signature::parse(text("signature"));
        let mut members = Vec::new();
        // Copies are left out, because they would fill the groups.
        if let Some(signature) = signature.filter(|_| first == number) {
            for (band, slots) in signature.bands().enumerate() {
                let group = self.groups.entry((band as u8, slots)).or_default();
                if group.len() < MAX_GROUP {
                    members.extend(group.iter().copied());
                    group.push(number);
                }
            }
            members.sort_unstable();
            members.dedup();
        }
        let list = line["elements"].as_array().or(line["programs"].as_array());
        let (mut targets, mut ids) = (Vec::new(), Vec::new());
        for (index, target) in list.into_iter().flatten().enumerate() {
            if let Some(place) = target["place"].as_str() {
                targets.push(place.into());
                let id = target["id"].as_str().filter(|_| index > 0);
                ids.push(id.map(Box::from));
            }
        }
        if let Some(first) = self.lines.get_mut(first as usize)
            && first.copies.len() < MAX_REFERRERS
        {
            first.copies.push(number);
        }
        self.lines.push(Line {
            place,
            is_page: text("kind") == "page",
            targets,
            ids,
            sum: sum.into(),
            copies: Vec::new(),
            signature,
            duplicate_of: (first != number).then_some(first),
            group_members: members,
        });
    }

    /// Computes the relations between the lines after the last one was added.
    pub fn finish(mut self) -> Joined {
        // So far each pair of similar programs is only recorded for the later one.
        for number in 0..self.lines.len() {
            let earlier = std::mem::take(&mut self.lines[number].group_members);
            for other in &earlier {
                let list = &mut self.lines[*other as usize].group_members;
                if list.len() < MAX_GROUP * 8 {
                    list.push(number as u32);
                }
            }
            self.lines[number].group_members.extend(earlier);
        }
        let mut referrers: HashMap<u32, Vec<u32>> = HashMap::new();
        for (number, line) in self.lines.iter().enumerate() {
            let targets: BTreeSet<u32> = line
                .targets
                .iter()
                .filter_map(|place| self.find(place))
                .collect();
            for target in targets {
                referrers.entry(target).or_default().push(number as u32);
            }
        }
        Joined {
            join: self,
            referrers,
        }
    }

    /// Returns the number of the line of a place. An address with a query is also looked up without
    /// the query, because a web archive may have captured it so.
    fn find(&self, place: &str) -> Option<u32> {
        let exact = self.by_place.get(place);
        let found = exact.or_else(|| self.by_place.get(place.split_once('?')?.0));
        found.copied()
    }
}

impl Joined {
    /// Adds the relations of line `number`, counted from 0, to the line.
    pub fn complete(&self, number: usize, line: &mut Value) {
        let Some(about) = self.join.lines.get(number) else {
            return;
        };
        let Some(fields) = line.as_object_mut() else {
            return;
        };
        for list in ["elements", "programs"] {
            for target in fields
                .get_mut(list)
                .and_then(Value::as_array_mut)
                .into_iter()
                .flatten()
            {
                let place = target["place"]
                    .as_str()
                    .and_then(|place| self.join.find(place));
                target["place"] = place.map(|place| self.place(place)).into();
            }
        }
        if fields.get("kind").is_none_or(|kind| kind == "failure") {
            return;
        }
        self.add_links(number as u32, fields);
        let duplicate = about.duplicate_of.map(|first| self.place(first));
        fields.insert("duplicate_of".into(), duplicate.into());
        if !about.copies.is_empty() {
            let copies = about.copies.iter().map(|copy| self.place(*copy));
            fields.insert("copies".into(), copies.collect());
        }
        if about.signature.is_some() {
            fields.insert("similar".into(), self.similar(about));
        }
    }

    /// Returns the SHA-256 of the file at a place, in hexadecimal.
    pub fn sum_of(&self, place: &str) -> Option<&str> {
        let number = self.join.find(place)?;
        let sum = &*self.join.lines[number as usize].sum;
        (!sum.is_empty()).then_some(sum)
    }

    /// Returns the file with which to start the program of a line: its page, with the ID of the
    /// element; or else its manifest; or else the program itself.
    pub fn start_of(&self, number: usize) -> Option<(&str, Option<&str>)> {
        let line = self.join.lines.get(number)?;
        let of = |number: u32| self.referrers.get(&number).into_iter().flatten().copied();
        let number = u32::try_from(number).ok()?;
        for leading in of(number).chain(of(number).flat_map(of)) {
            let page = &self.join.lines[leading as usize];
            if !page.is_page {
                continue;
            }
            let leads_here = |place: &str| {
                let target = self.join.find(place);
                target == Some(number)
                    || target.is_some_and(|target| of(number).any(|one| one == target))
            };
            let index = page.targets.iter().position(|place| leads_here(place));
            let Some(index) = index else {
                continue;
            };
            match &page.ids[index] {
                Some(id) => return Some((&page.place, Some(id))),
                None if index == 0 => return Some((&page.place, None)),
                None => {}
            }
        }
        let manifest = of(number).find(|number| !self.join.lines[*number as usize].is_page);
        let start = manifest.map_or(&line.place, |number| {
            &self.join.lines[number as usize].place
        });
        Some((start, None))
    }

    fn place(&self, number: u32) -> &str {
        &self.join.lines[number as usize].place
    }

    /// Adds the manifests that name a file, and the pages that embed it directly or through one of
    /// these manifests.
    fn add_links(&self, number: u32, fields: &mut Map<String, Value>) {
        let of = |number: u32| self.referrers.get(&number).into_iter().flatten().copied();
        let is_page = |number: &u32| self.join.lines[*number as usize].is_page;
        let manifests: Vec<u32> = of(number).filter(|number| !is_page(number)).collect();
        let mut pages: BTreeSet<u32> = of(number).filter(is_page).collect();
        for manifest in &manifests {
            pages.extend(of(*manifest).filter(is_page).take(MAX_REFERRERS));
        }
        let places = |list: &mut dyn Iterator<Item = u32>| -> Value {
            list.take(MAX_REFERRERS)
                .map(|number| self.place(number))
                .collect()
        };
        let is_program = fields
            .get("kind")
            .is_some_and(|kind| kind == "program" || kind == "machine-code");
        if is_program {
            fields.insert("manifests".into(), places(&mut manifests.iter().copied()));
            // A manifest that names the machine code may also name the portable program that it was
            // compiled from.
            let siblings = manifests
                .iter()
                .flat_map(|manifest| &self.join.lines[*manifest as usize].targets);
            let siblings: BTreeSet<u32> =
                siblings.filter_map(|place| self.join.find(place)).collect();
            let mut siblings = siblings.into_iter().filter(|sibling| *sibling != number);
            fields.insert("beside".into(), places(&mut siblings));
        }
        if fields.get("kind").is_some_and(|kind| kind != "page") {
            fields.insert("pages".into(), places(&mut pages.into_iter()));
        }
    }

    /// Returns the programs that are similar to a program, the most similar first.
    fn similar(&self, about: &Line) -> Value {
        let Some(signature) = about.signature else {
            return Value::Null;
        };
        let candidates = about.group_members.iter().filter_map(|number| {
            let other = self.join.lines[*number as usize].signature?;
            let similarity = signature.similarity(&other);
            (similarity >= MIN_SIMILARITY).then_some((*number, similarity))
        });
        let mut found: Vec<(u32, f64)> = candidates.collect();
        found.sort_by(|one, other| other.1.total_cmp(&one.1).then(one.0.cmp(&other.0)));
        found.truncate(MAX_SIMILAR);
        let found = found.into_iter().map(
            |(number, similarity)| json!({ "place": self.place(number), "similarity": similarity }),
        );
        found.collect()
    }
}
