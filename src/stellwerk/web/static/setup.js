// Setting up a game: as many seats as players, and only the fields that a seat needs.
const form = document.getElementById("setup");
const players = form.elements.players;

function arrange() {
  for (const seat of form.querySelectorAll(".seat")) {
    const number = Number(seat.dataset.seat);
    const kind = form.elements[`seat${number}`].value;
    seat.hidden = number >= Number(players.value);
    form.elements[`level${number}`].hidden = kind !== "bot";
    form.elements[`name${number}`].hidden = kind !== "friend";
  }
}

form.addEventListener("change", arrange);
arrange();
