import { test } from '#tests/e2e/fixtures.ts';
import { SHOTS } from '#tests/gallery/shots.ts';
const only = (process.env['ONLY'] ?? '').split(',').filter(Boolean);
const looks = (process.env['LOOKS'] ?? 'light-390-16').split(',');
for (const { name, open } of SHOTS) {
  if (only.length > 0 && !only.includes(name)) continue;
  test(name, async ({ person, visitor, trouble }) => {
    trouble.expect(/./u);
    const page = await open({ person, visitor });
    await page.emulateMedia({ reducedMotion: 'reduce' });
    for (const look of looks) {
      const [scheme, width, size] = look.split('-');
      await page.emulateMedia({ colorScheme: scheme as 'light', reducedMotion: 'reduce' });
      await page.setViewportSize({ width: Number(width), height: Number(width) < 768 ? 844 : 800 });
      await page.evaluate((px) => {
        document.documentElement.style.fontSize = px + 'px';
      }, size);
      await page.waitForTimeout(700);
      await page.screenshot({ path: `/tmp/peek/${name}-${look}.png` });
    }
  });
}
