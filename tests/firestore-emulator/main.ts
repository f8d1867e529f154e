import { PROJECT, startEmulator } from './emulator.ts';

const emulator = await startEmulator(Number(process.argv[2] ?? 0));
console.log(`Firestore and Auth of ${PROJECT} on http://127.0.0.1:${emulator.port}`);
