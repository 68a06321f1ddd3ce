# The formula for Homebrew, of a tap or by its path: brew install ./pinnacle.rb
class Pinnacle < Formula
  desc "Runs, reads and makes programs for Portable Native Client"
  homepage "@URL@"
  version "@VERSION@"
  license "Apache-2.0" => { with: "LLVM-exception" }

@PLATFORMS@
  def install
    bin.install "pinnacle"
    man1.install Dir["man/*.1"]
    bash_completion.install "completions/pinnacle.bash" => "pinnacle"
    fish_completion.install "completions/pinnacle.fish"
    zsh_completion.install "completions/_pinnacle"
    doc.install "README.md", "CHANGELOG.md", "SECURITY.md", "sbom.cdx.json", "docs", "examples"
    pkgshare.install "page"
  end

  test do
    program = doc/"examples/hello.pnasm"
    assert_match version.to_s, shell_output("#{bin}/pinnacle --version")
    assert_match "Hello", shell_output("#{bin}/pinnacle run #{program}")
  end
end
