// Kept by the browser to show that it is one's turn while no page is open. It keeps no pages and answers for none.
addEventListener("push", (event) => {
  const { title, body, url } = event.data.json();
  const shown = { body, tag: "turn", icon: "/static/icon-192.png", data: { url } };
  event.waitUntil(registration.showNotification(title, shown));
});
addEventListener("notificationclick", (event) => {
  event.notification.close();
  const { url } = event.notification.data;
  event.waitUntil(
    clients.matchAll({ type: "window" }).then((pages) => {
      const open = pages.find((page) => new URL(page.url).pathname === url);
      return open ? open.focus() : clients.openWindow(url);
    }),
  );
});
