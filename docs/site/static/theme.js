// Debian's Furo has no styles for readers who prefer dark pages and have not chosen it: choose it for them.
if (document.body.dataset.theme === "auto" && matchMedia("(prefers-color-scheme: dark)").matches)
  document.body.dataset.theme = "dark";
