// Compares the WebAssembly module with the library on the same calls, bit for bit:
//
//     swift run PageVectors 25 | node Tests/Page/module.mjs Server/Sources/UprightServer/Page/Assets/geometry.wasm
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

const { instance } = await WebAssembly.instantiate(readFileSync(process.argv[2]));
const calls = instance.exports;
const words = new DataView(new ArrayBuffer(8));
const number = (bits) => { words.setBigUint64(0, BigInt(`0x${bits}`)); return words.getFloat64(0); };
const bits = (value) => { words.setFloat64(0, value); return words.getBigUint64(0).toString(16); };
const numbers = (text) => (text ? text.split(',').map(number) : []);
const single = new Set(['open', 'begin', 'add', 'restore', 'steps']);

let compared = 0;
let lines = 0;
let failures = 0;
const seen = new Map();
for await (const line of createInterface({ input: process.stdin })) {
  const [name, values, expected] = line.split(' ');
  lines += 1;
  seen.set(name, (seen.get(name) ?? 0) + 1);
  const answer = calls[name](...numbers(values));
  if (expected === '-') continue;
  const found = single.has(name) ? [answer] : Array.from({ length: answer }, (_, index) => calls.result(index));
  compared += found.length;
  if (found.map(bits).join(',') === expected) continue;
  failures += 1;
  if (failures <= 10) {
    console.log(`module: FAIL: line ${lines}: ${name}(${numbers(values)}) gives ${found}, not ${numbers(expected)}`);
  }
}
const memory = calls.memory.buffer.byteLength;
const unused = Object.keys(calls).filter((name) => typeof calls[name] === 'function' && name !== 'result' && !seen.has(name));
if (unused.length) console.log(`module: FAIL: not called: ${unused}`);
if (!lines) console.log('module: FAIL: no calls on standard input');
if (memory > 16 << 20) console.log(`module: FAIL: ${memory} bytes of memory`);
const isFine = lines > 0 && failures === 0 && unused.length === 0 && memory <= 16 << 20;
console.log(`module: ${isFine ? 'PASS' : 'FAIL'}: ${lines} calls, ${compared} numbers, ${memory} bytes of memory`);
process.exit(isFine ? 0 : 1);
