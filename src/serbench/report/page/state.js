// What was chosen in the page's controls stands in its address: who follows a link to the page sees
// what its sender saw. After the name of a part of the page: #tables&language=go,java&filter=json.
(() => {
  const { all, byId } = serbench;
  // Those that a script fills with what is left to choose do not count.
  const inputs = all("form select, form input:not([data-own])")
    .filter((input) => input.type !== "search" || input.id)
    .filter((input) => input.options?.length !== 0);
  const fields = new Map();
  for (const input of inputs)
    fields.set(input.name || input.id, [...(fields.get(input.name || input.id) ?? []), input]);

  const LONGEST = 200; // characters of a text: an address can hold anything
  const own = new Map(); // what scripts keep there besides, by name: how it is read and restored
  let given = new Map();

  const isBox = (input) => input.type === "checkbox";
  const ofSelect = (select) =>
    [...select.options].find((option) => option.defaultSelected) ?? select.options[0];
  const usual = (group) =>
    isBox(group[0])
      ? listed(group.filter((input) => input.defaultChecked))
      : group[0].options
        ? ofSelect(group[0]).value
        : group[0].defaultValue;
  const now = (group) =>
    isBox(group[0]) ? listed(group.filter((input) => input.checked)) : group[0].value;
  const listed = (boxes) => boxes.map((input) => input.value).join(",");

  function put(group, text) {
    if (isBox(group[0])) {
      const wanted = new Set(text.split(","));
      for (const input of group) input.checked = wanted.has(input.value);
    } else if (!group[0].options || [...group[0].options].some((option) => option.value === text)) {
      group[0].value = text.slice(0, LONGEST);
      if (group[0].type === "number" && !(group[0].value && group[0].validity.valid))
        group[0].value = usual(group); // not a number, or none that it can be
    }
  }

  function read() {
    const [anchor, ...rest] = location.hash.slice(1).split("&");
    given = new Map(new URLSearchParams(rest.join("&")));
    for (const [name, group] of fields) if (given.has(name)) put(group, given.get(name));
    return anchor;
  }

  function state() {
    const said = new URLSearchParams();
    for (const [name, group] of fields) if (now(group) !== usual(group)) said.set(name, now(group));
    for (const [name, { text }] of own) if (text()) said.set(name, text());
    return said;
  }

  function address(said) {
    const anchor = location.hash.slice(1).split("&")[0];
    // Where a person reads it: commas and slashes need no escape after the #.
    const text = said.toString().replaceAll("%2C", ",").replaceAll("%2F", "/");
    const hash = [anchor, text].filter((part, i) => part || (i === 0 && said.size)).join("&");
    const here = location.href.split("#")[0];
    return hash ? `${here}#${hash}` : here;
  }

  const write = () => history.replaceState(null, "", address(state()));

  // A script's own part: `text` is called for what to write, `restore` with what was given, which
  // may be anything, and again when the address is changed by hand.
  serbench.keep = (name, text, restore) => {
    own.set(name, { text, restore });
    restore(given.get(name) ?? "");
  };
  serbench.write = write;
  serbench.isGiven = (name) => (name ? given.has(name) : given.size > 0);

  // Another address for the same page, by hand or by a link: all is as it says.
  function change() {
    read();
    for (const [name, group] of fields) if (!given.has(name)) put(group, usual(group));
    for (const [name, { restore }] of own) restore(given.get(name) ?? "");
    for (const [input] of fields.values())
      input.dispatchEvent(new Event("change", { bubbles: true }));
  }

  async function copyLink() {
    const said = state();
    // Who follows the link sees these languages, not those that they chose before.
    if (!said.has("language")) said.set("language", "all");
    const link = address(said);
    try {
      await navigator.clipboard.writeText(link);
      byId("link-text").hidden = true;
      byId("copied").textContent = "Link copied.";
    } catch {
      // A browser may refuse, or have no clipboard for a page that is a file.
      byId("link-text").hidden = false;
      byId("link-address").value = link;
      byId("link-address").select();
      byId("copied").textContent = "The browser refused to copy.";
    }
  }
  byId("copy-link").addEventListener("click", copyLink);

  const anchor = read();
  document.addEventListener("change", () => setTimeout(write));
  document.addEventListener("input", () => setTimeout(write));
  addEventListener("hashchange", () => {
    if (location.hash.includes("&")) change();
    else write(); // a link to a part of the page: the choices stay
  });
  if (location.hash.includes("&") && anchor)
    addEventListener("load", () => byId(anchor)?.scrollIntoView());
})();
