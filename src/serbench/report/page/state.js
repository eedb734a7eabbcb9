// What was chosen in the page's controls stands in its address: who follows a link to the page sees
// what its sender saw. After the name of a part of the page: #tables&language=go,java&filter=json.
(() => {
  const { all, byId } = serbench;
  // Those that a script fills with what is left to choose do not count.
  const inputs = all("form select, form input")
    .filter((its) => its.type !== "search" || its.id)
    .filter((its) => its.options?.length !== 0);
  const fields = new Map();
  for (const its of inputs)
    fields.set(its.name || its.id, [...(fields.get(its.name || its.id) ?? []), its]);

  const own = new Map(); // what scripts keep there besides, by name: how it is read
  let given = new Map();

  const isBox = (its) => its.type === "checkbox";
  const ofSelect = (its) =>
    [...its.options].find((option) => option.defaultSelected) ?? its.options[0];
  const usual = (group) =>
    isBox(group[0])
      ? listed(group.filter((its) => its.defaultChecked))
      : group[0].options
        ? ofSelect(group[0]).value
        : group[0].defaultValue;
  const now = (group) =>
    isBox(group[0]) ? listed(group.filter((its) => its.checked)) : group[0].value;
  const listed = (boxes) => boxes.map((its) => its.value).join(",");

  function put(group, text) {
    if (isBox(group[0])) {
      const wanted = new Set(text.split(","));
      for (const its of group) its.checked = wanted.has(its.value);
    } else if (!group[0].options || [...group[0].options].some((option) => option.value === text)) {
      group[0].value = text;
    }
  }

  function read() {
    const [anchor, ...rest] = location.hash.slice(1).split("&");
    given = new Map(new URLSearchParams(rest.join("&")));
    for (const [name, group] of fields) if (given.has(name)) put(group, given.get(name));
    return anchor;
  }

  function write() {
    const anchor = location.hash.slice(1).split("&")[0];
    const said = new URLSearchParams();
    for (const [name, group] of fields) if (now(group) !== usual(group)) said.set(name, now(group));
    for (const [name, text] of own) if (text()) said.set(name, text());
    const hash = [anchor, said.toString()]
      .filter((part, i) => part || (i === 0 && said.size))
      .join("&");
    const here = location.href.split("#")[0];
    history.replaceState(null, "", hash ? `${here}#${hash}` : here);
  }

  // A script's own part: `text` is called for what to write; what was given is the answer.
  serbench.keep = (name, text) => {
    own.set(name, text);
    return given.get(name) ?? "";
  };
  serbench.write = write;

  const anchor = read();
  document.addEventListener("change", () => setTimeout(write));
  document.addEventListener("input", () => setTimeout(write));
  addEventListener("hashchange", () => {
    if (!location.hash.includes("&")) write(); // a link to a part of the page: the choices stay
  });
  if (location.hash.includes("&") && anchor)
    addEventListener("load", () => byId(anchor)?.scrollIntoView());
})();
