// Says that a browser is too old for the client, in words that such a browser understands: its scripts end in an
// error, or are not run at all, and the page would stay as it is for ever.
(function () {
  var WAIT_MS = 4000;
  var hasFailed = !('noModule' in document.createElement('script'));
  // Extensions fail in pages, too.
  function note(event) {
    if (String(event.filename).indexOf(location.origin + '/assets/') === 0) hasFailed = true;
  }
  function explain() {
    var root = document.getElementById('root');
    // The client replaces the shell as soon as it runs.
    if (!hasFailed || !root || !root.querySelector('.shell')) return;
    root.innerHTML =
      '<div class="shell-login"><div class="shell-login-card">' +
      '<p class="shell-login-title">Thought Cloud</p>' +
      '<h1 class="shell-login-heading">Thought Cloud needs a newer browser</h1>' +
      '<p class="shell-login-line">Chrome or Edge 122, Firefox 129, Safari 17.5, or a later one.</p>' +
      '</div></div>';
  }
  addEventListener('error', note);
  addEventListener('load', function () {
    setTimeout(explain, WAIT_MS);
  });
})();
