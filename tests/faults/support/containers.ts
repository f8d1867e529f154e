import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The images that the files in `deploy` name. */
export const BASE = 'docker.io/library/node:24-slim';
const CADDY = 'docker.io/library/caddy:2';
const POSTGRES = 'docker.io/library/postgres:17';

const PULL_TIMEOUT_MS = 120_000;

/** podman, with images and containers of its own; these settings are for machines that give containers few rights. */
const SETTINGS = `[containers]
default_ulimits = ["nofile=20000:20000", "nproc=30000:30000"]
[engine]
cgroup_manager = "cgroupfs"
events_logger = "file"
runtime = "runc"
[network]
network_backend = "netavark"
`;

export type Engine = ReturnType<typeof createEngine>;

export function createEngine() {
  const folder = mkdtempSync(join(tmpdir(), 'thought-cloud-image-'));
  const storage = `[storage]\ndriver = "overlay"\nrunroot = "${folder}/run"\ngraphroot = "${folder}/graph"\n`;
  writeFileSync(join(folder, 'storage.conf'), storage);
  writeFileSync(
    join(folder, 'containers.conf'),
    `${SETTINGS}network_config_dir = "${folder}/networks"\n`,
  );
  // Which registries of this machine are trusted.
  writeFileSync(join(folder, 'registries.conf'), '');
  const env = {
    ...process.env,
    CONTAINERS_REGISTRIES_CONF: join(folder, 'registries.conf'),
    CONTAINERS_STORAGE_CONF: join(folder, 'storage.conf'),
    CONTAINERS_CONF: join(folder, 'containers.conf'),
  };
  /** Runs podman to its end; returns what it wrote. */
  const podman = (...args: string[]): string => {
    // Its warnings, such as of a machine without systemd, are shown with a failure only.
    const options = { env, encoding: 'utf8', stdio: 'pipe' } as const;
    return execFileSync('podman', args, options).trim();
  };
  return {
    folder,
    env,
    podman,
    /** Both outputs of a container. */
    logsOf: (name: string): string =>
      execFileSync('sh', ['-c', 'podman logs "$1" 2>&1', 'sh', name], { env, encoding: 'utf8' }),
    remove: () => {
      podman('system', 'reset', '--force');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Gets the images from their registry, or makes some that take their place; says where they come from. */
export function provideImages(engine: Engine): string {
  const names = [BASE, CADDY, POSTGRES];
  try {
    for (const name of names) {
      execFileSync('podman', ['pull', '-q', name], {
        env: engine.env,
        stdio: 'ignore',
        timeout: PULL_TIMEOUT_MS,
      });
    }
    return 'the registry';
  } catch {
    makeImages(engine);
    return 'Debian’s packages, as no registry is to be had';
  }
}

/** The release of this machine's Debian. */
export function debianSuite(): string {
  const release = readFileSync('/etc/os-release', 'utf8');
  return /^VERSION_CODENAME=(.+)$/mu.exec(release)?.[1] ?? '';
}

/** Makes images with the same programs and paths; this takes root, debootstrap, and a mirror of Debian. */
function makeImages({ folder, podman }: Engine): void {
  const root = join(folder, 'root');
  const include = '--include=ca-certificates';
  execFileSync('debootstrap', ['--variant=minbase', include, debianSuite(), root], {
    stdio: 'ignore',
  });
  const kept = ['--exclude=./var/cache/apt/*', '--exclude=./var/lib/apt/lists/*'];
  const archive = join(folder, 'root.tar');
  execFileSync('tar', ['-C', root, ...kept, '-cf', archive, '.']);
  rmSync(root, { recursive: true });
  podman('import', archive, 'debian');
  rmSync(archive);
  const build = (
    name: string,
    lines: readonly string[],
    files: Readonly<Record<string, string>>,
  ) => {
    const context = mkdtempSync(join(folder, 'context-'));
    for (const [file, source] of Object.entries(files)) {
      if (existsSync(source))
        cpSync(source, join(context, file), { recursive: true, dereference: true });
      else writeFileSync(join(context, file), source, { mode: 0o755 });
    }
    writeFileSync(join(context, 'Containerfile'), ['FROM localhost/debian', ...lines].join('\n'));
    // Debian's mirror may be known to the machine alone.
    podman('build', '-q', '--network=host', '-t', name, context);
    rmSync(context, { recursive: true });
  };
  const install = 'apt-get update && apt-get install -y --no-install-recommends';
  const command = execFileSync('sh', ['-c', 'readlink -f "$(command -v npm)"'], {
    encoding: 'utf8',
  });
  const npm = join(command.trim(), '../..');
  build(
    BASE,
    [
      'COPY node /usr/local/bin/node',
      'COPY npm /usr/local/lib/node_modules/npm',
      'RUN ln -s ../lib/node_modules/npm/bin/npm-cli.js /usr/local/bin/npm && useradd --uid 1000 --create-home node',
    ],
    { node: process.execPath, npm },
  );
  build(
    CADDY,
    [
      `RUN ${install} caddy`,
      'ENV XDG_DATA_HOME=/data XDG_CONFIG_HOME=/config',
      'CMD ["caddy", "run", "--adapter", "caddyfile", "--config", "/etc/caddy/Caddyfile"]',
    ],
    {},
  );
  build(POSTGRES, [`RUN ${install} postgresql`, 'COPY start /start', 'CMD ["/start"]'], {
    start: POSTGRES_START,
  });
}

/** What the image of PostgreSQL does at its start, for the settings that are used here. */
const POSTGRES_START = `#!/bin/sh
set -e
export PATH="$(echo /usr/lib/postgresql/*/bin):$PATH" PGDATA=/var/lib/postgresql/data
as() { setpriv --reuid=postgres --regid=postgres --clear-groups "$@"; }
chown postgres "$PGDATA"
if [ ! -s "$PGDATA/PG_VERSION" ]; then
  echo "$POSTGRES_PASSWORD" > /tmp/password && chmod 644 /tmp/password
  as initdb --username="$POSTGRES_USER" --pwfile=/tmp/password --auth-host=scram-sha-256 --encoding=UTF8
  echo 'host all all all scram-sha-256' >> "$PGDATA/pg_hba.conf"
  echo "create database $POSTGRES_USER" | as postgres --single postgres
fi
exec setpriv --reuid=postgres --regid=postgres --clear-groups postgres -c listen_addresses='*'
`;
