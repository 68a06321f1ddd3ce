//! Compares the module of a text with that of the corresponding bitcode.

use pinnacle_llvm::{GlobalId, Module, align_naturally, print};

/// Prints a module without what a text of its release omits.
fn normal(mut module: Module) -> String {
    for index in 0..module.globals().len() {
        let id = GlobalId(index as u32);
        // In old releases bitcode implies comdats, and the text does not contain them.
        module.global_mut(id).comdat = None;
        if let Some(function) = module.as_function(id)
            && let Some(body) = &mut module.function_mut(function).body
        {
            body.strip();
        }
    }
    module.comdats.clear();
    let text = print(&module);
    // Bitcode does not contain unused structs of the text.
    let lines = text.lines();
    let lines = lines.filter(|line| !line.is_empty() && !line.contains(" = type "));
    let lines = lines.map(|line| {
        // The order of attributes has no meaning.
        let mut words: Vec<_> = line.split(' ').collect();
        if line.starts_with("attributes ") {
            words.sort_unstable();
        }
        words.join(" ")
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// The first line that differs between two modules, if any.
pub(crate) fn first_difference(text: Module, mut bitcode: Module) -> Option<String> {
    // If text omits alignments, they come from the data layout.
    align_naturally(&mut bitcode);
    let (text, bitcode) = (normal(text), normal(bitcode));
    if text == bitcode {
        return None;
    }
    let mut both = text.lines().zip(bitcode.lines());
    let differs = both.find(|(text, bitcode)| text != bitcode);
    let (text, bitcode) = differs.unwrap_or(("the end of one", "of both"));
    Some(format!("\n  text    {text}\n  bitcode {bitcode}"))
}
