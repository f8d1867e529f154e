import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { connect, type ClientHttp2Session } from 'node:http2';
import { join } from 'node:path';
import { onTestFinished, vi } from 'vitest';

const SHIPPED = join(import.meta.dirname, '../../../deploy');
/** The board's name in the shipped files, and where people open it. */
export const NAME = 'board.example';
export const ORIGIN = `https://${NAME}`;
const LOCALHOST = '127.0.0.1';

interface Place {
  folder: string;
  /** Where the proxy listens. */
  host?: string;
  port: number;
  /** Where the servers listen, as the proxy's file names them. */
  servers: readonly string[];
}

/** Starts nginx with the shipped file, in which only names, ports and paths are those of this machine. */
export async function startNginx(place: Place): Promise<void> {
  const { folder, host = LOCALHOST, port, servers } = place;
  const shipped = readFileSync(join(SHIPPED, 'nginx.conf'), 'utf8');
  const args = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-subj', `/CN=${NAME}`];
  const files = ['-keyout', join(folder, 'privkey.pem'), '-out', join(folder, 'fullchain.pem')];
  execFileSync('openssl', [...args, ...files], { stdio: 'ignore' });
  const here = shipped
    .replace(/^user .*$/mu, '')
    .replace('server 127.0.0.1:3000;', servers.map((server) => `server ${server};`).join('\n'))
    .replaceAll(/^ *listen \[::\]:\d+.*$/gmu, '')
    // A server that names no port would take this machine's port 80, if root starts it.
    .replace('listen 80;', `listen "unix:${folder}/port-80.sock";`)
    .replace('listen 443 ', `listen ${host}:${port} `)
    .replaceAll(/\/etc\/letsencrypt\/live\/board\.example\/(\w+\.pem)/gu, `"${folder}/$1"`);
  const file = join(folder, 'nginx.conf');
  writeFileSync(file, here);
  const own = `pid "${folder}/nginx.pid"; error_log "${folder}/error.log";`;
  const nginx = ['-p', folder, '-c', file, '-g'];
  execFileSync('nginx', ['-t', ...nginx, own], { stdio: 'pipe' });
  run('nginx', [...nginx, `${own} daemon off;`], folder);
  await connected(port, host);
}

/** Starts Caddy with the shipped file; here it signs its own certificate. */
export async function startCaddy({ folder, port, servers }: Place): Promise<void> {
  const shipped = readFileSync(join(SHIPPED, 'Caddyfile'), 'utf8');
  const options =
    '{\n\tadmin off\n\tauto_https disable_redirects\n\tskip_install_trust\n\tlocal_certs\n}\n';
  const file = join(folder, 'Caddyfile');
  writeFileSync(file, options + shipped);
  const places = { BOARD_HOST: `https://${NAME}:${port}`, BOARD_SERVERS: servers.join(' ') };
  run('caddy', ['run', '--adapter', 'caddyfile', '--config', file], folder, places);
  await connected(port);
}

function run(
  command: string,
  args: readonly string[],
  folder: string,
  settings: Readonly<Record<string, string>> = {},
): void {
  const env = {
    ...process.env,
    ...settings,
    HOME: folder,
    XDG_DATA_HOME: folder,
    XDG_CONFIG_HOME: folder,
  };
  const child = spawn(command, args, { env, stdio: 'ignore' });
  onTestFinished(async () => {
    child.kill('SIGTERM');
    await once(child, 'exit');
  });
}

/** A connection of HTTP/2, as soon as there is one. */
export async function connected(port: number, host = LOCALHOST): Promise<ClientHttp2Session> {
  return vi.waitFor(async () => {
    const options = { rejectUnauthorized: false, servername: NAME };
    const session = connect(`https://${host}:${port}`, options);
    await once(session, 'connect');
    onTestFinished(() => session.destroy());
    return session;
  });
}
