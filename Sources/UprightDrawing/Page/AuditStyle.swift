// The style of an audit's page, light and dark (CSS; Media Queries 5, `prefers-color-scheme`).

/// The page's style sheet.
package enum AuditStyle {
  package static let text = """
    :root {
      --ground: #f6f6f3; --card: #fff; --ink: #1c1c1a; --quiet: #6a6a63; --line: #dcdcd5; --box: #ecece7;
      --good: #2b7a3d; --odd: #9a5b00; --bad: #b3261e;
    }
    @media (prefers-color-scheme: dark) {
      :root {
        --ground: #161615; --card: #20201e; --ink: #ecece6; --quiet: #a0a097; --line: #3a3a36; --box: #2a2a27;
        --good: #7bc98c; --odd: #e6a94e; --bad: #f2887f;
      }
    }
    * { box-sizing: border-box; }
    body { margin: 0 auto; max-width: 76rem; padding: 1.5rem; background: var(--ground); color: var(--ink);
      font: 1rem/1.45 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; }
    h1 { font-size: 1.6rem; margin: 0; overflow-wrap: anywhere; }
    h2 { font-size: 1.15rem; margin: 0 0 .25rem; }
    h3 { font-size: 1rem; margin: 1rem 0 .25rem; font-weight: 600; }
    p { margin: .25rem 0; }
    code { font: .92em ui-monospace, "SF Mono", Menlo, Consolas, monospace; }
    .totals, small, .rest, footer { color: var(--quiet); }
    small { font-size: .8rem; }
    section { background: var(--card); border: 1px solid var(--line); border-radius: .6rem; padding: 1rem 1.25rem;
      margin: 1rem 0; }
    .tiles { display: flex; flex-wrap: wrap; gap: .75rem; list-style: none; padding: 0; margin: 1rem 0; }
    .tiles li { flex: 1 1 9rem; background: var(--card); border: 1px solid var(--line); border-radius: .6rem;
      padding: .6rem 1rem; color: var(--quiet); }
    .tiles strong { display: block; font-size: 1.7rem; line-height: 1.2; color: var(--ink); }
    .tiles .good strong, .fine { color: var(--good); }
    .tiles .odd strong { color: var(--odd); }
    .tiles .bad strong { color: var(--bad); }
    .wide { overflow-x: auto; }
    table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
    th, td { padding: .25rem .8rem; text-align: right; white-space: nowrap; }
    th { font-weight: 600; }
    thead th { color: var(--quiet); border-bottom: 1px solid var(--line); }
    th:first-child { text-align: left; padding-left: 0; }
    td.none { color: var(--line); }
    td:last-child { font-weight: 600; }
    td.words { font-weight: 400; text-align: left; white-space: normal; }
    a { color: inherit; text-decoration-color: var(--quiet); }
    .count { font-weight: 400; font-size: .9rem; color: var(--odd); white-space: nowrap; }
    .cards { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(22rem, 100%), 1fr)); gap: .9rem;
      margin-top: .75rem; }
    figure { margin: 0; border: 1px solid var(--line); border-radius: .5rem; padding: .75rem; min-width: 0; }
    .pair { display: flex; align-items: center; justify-content: space-between; gap: .4rem; }
    .side { flex: 1; min-width: 0; text-align: center; }
    .frame { display: flex; align-items: center; justify-content: center; height: 148px; background: var(--box);
      border-radius: .35rem; }
    .frame img, .frame svg { max-width: 100%; max-height: 144px; display: block; }
    .frame rect { fill: var(--card); }
    .frame path { fill: var(--odd); }
    .arrow { color: var(--quiet); }
    figcaption { display: flex; flex-direction: column; margin-top: .5rem; font-size: .88rem; }
    .path { overflow-wrap: anywhere; font-weight: 600; }
    .paths { margin: 0; padding-left: 1.1rem; font-size: .88rem; }
    .paths .path { font-weight: 400; }
    footer { font-size: .85rem; margin-top: 1.5rem; }
    """
}
