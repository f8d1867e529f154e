// Chooses the shell in index.html before anything is painted: a guess, never access.
(() => {
  const LOGIN_SHOWN = 'thought-cloud:login-shown';
  const path = location.pathname.replace(/\/$/u, '') || '/';
  const shells = { '/': 'feed', '/profile': 'profile', '/login': 'feed' };
  let isKnown = false;
  try {
    // Whoever was shown the login screen last and is back here comes from signing in.
    const isBack = path === '/' && sessionStorage.getItem(LOGIN_SHOWN) !== null;
    isKnown = isBack || localStorage.getItem('authUser') !== null;
    if (isKnown) sessionStorage.removeItem(LOGIN_SHOWN);
    else sessionStorage.setItem(LOGIN_SHOWN, 'yes');
  } catch {
    // A browser that keeps nothing has nobody signed in for long.
  }
  const shell = Object.hasOwn(shells, path) ? (isKnown ? shells[path] : 'login') : 'none';
  document.documentElement.dataset.shell = shell;
})();
