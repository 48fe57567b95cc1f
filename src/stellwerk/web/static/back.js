// Back to a form that was refused, with what was filled in; the link alone would lead to an empty one.
document.getElementById("back").addEventListener("click", (event) => {
  if (history.length < 2) return;
  event.preventDefault();
  history.back();
});
