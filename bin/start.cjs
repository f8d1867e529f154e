// The single file enters the unpacked package here: only a file that was loaded from the disk may import others.
const { argv } = process;
void import(argv.length === 2 ? '../src/server/main.js' : '../src/server/operator/main.js');
