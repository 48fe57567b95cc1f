// The board as a picture: drawn on a canvas from the same file that can be downloaded as SVG.
for (const button of document.querySelectorAll("[data-png]")) {
  button.hidden = false;
  button.addEventListener("click", async () => {
    button.disabled = true;
    try {
      const picture = new Image();
      picture.src = button.dataset.png;
      await picture.decode();
      const canvas = document.createElement("canvas");
      canvas.width = picture.naturalWidth;
      canvas.height = picture.naturalHeight;
      canvas.getContext("2d").drawImage(picture, 0, 0);
      const file = await new Promise((done) => canvas.toBlob(done, "image/png"));
      const link = document.createElement("a");
      link.href = URL.createObjectURL(file);
      link.download = button.dataset.name;
      link.click();
      setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
    } finally {
      button.disabled = false;
    }
  });
}
