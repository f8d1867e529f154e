// Chooses what index.html looks like before anything is painted.
(() => {
  const root = document.documentElement;

  // The shell of a screen is a guess, and never gives access.
  const LOGIN_SHOWN = 'thought-cloud:login-shown';
  const path = location.pathname.replace(/\/$/u, '') || '/';
  const shells = { '/': 'feed', '/profile': 'profile', '/login': 'feed' };
  let isKnown = false;
  try {
    // A person who last saw the login screen and is back here has just signed in.
    const isBack = path === '/' && sessionStorage.getItem(LOGIN_SHOWN) !== null;
    isKnown = isBack || localStorage.getItem('authUser') !== null;
    if (isKnown) sessionStorage.removeItem(LOGIN_SHOWN);
    else sessionStorage.setItem(LOGIN_SHOWN, 'yes');
  } catch {
    // A browser without storage keeps nobody signed in for long.
  }
  root.dataset.shell = Object.hasOwn(shells, path) ? (isKnown ? shells[path] : 'login') : 'none';

  // The sky follows the reader's clock, and the browser's own frame has the sky's colour.
  const skies = [
    { from: 21, sky: 'night', around: ['#e6ecf9', '#121a31'] },
    { from: 17, sky: 'dusk', around: ['#f0eafd', '#271f3d'] },
    { from: 9, sky: 'day', around: ['#dfecfe', '#16243b'] },
    { from: 5, sky: 'dawn', around: ['#fbe9e1', '#2c212a'] },
  ];
  const keepHour = () => {
    const hour = new Date().getHours();
    const { sky, around } = skies.find(({ from }) => hour >= from) ?? skies[0];
    if (sky === root.dataset.sky) return;
    root.dataset.sky = sky;
    for (const [index, meta] of document.querySelectorAll('[name="theme-color"]').entries())
      meta.content = around[index];
  };
  keepHour();
  document.addEventListener('visibilitychange', keepHour);
})();
