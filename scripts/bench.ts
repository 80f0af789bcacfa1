/**
 * `npm run bench [-- TABLE…]`: measures durations, memory and page weight, beside a baseline or a bound.
 * `npm run bench -- --beside COMMIT [CASE…]`: measures requests and a process, beside another version of the service.
 */
import { benchApi } from './bench/api.ts'
import { benchBeside } from './bench/beside.ts'
import { benchCompletion } from './bench/completion.ts'
import { benchOverload } from './bench/overload.ts'
import { benchPages } from './bench/pages.ts'
import { benchProcesses } from './bench/processes.ts'
import { benchRendering } from './bench/rendering.ts'
import { benchRevision } from './bench/revision.ts'
import { benchSealing } from './bench/sealing.ts'
import { benchSigning } from './bench/signing.ts'
import { benchSize } from './bench/size.ts'
import { benchSoak } from './bench/soak.ts'
import { benchStart } from './bench/start.ts'
import { benchUpload } from './bench/upload.ts'
import { benchVerify } from './bench/verify.ts'

const tables = {
  start: benchStart,
  revision: benchRevision,
  size: benchSize,
  completion: benchCompletion,
  sealing: benchSealing,
  upload: benchUpload,
  api: benchApi,
  rendering: benchRendering,
  pages: benchPages,
  signing: benchSigning,
  verify: benchVerify,
}
/** Those that take long, or all of the machine, are measured only when they are named. */
const longTables = { overload: benchOverload, processes: benchProcesses, soak: benchSoak }
const [first, commit = '', ...cases] = process.argv.slice(2)
if (first === '--beside') await benchBeside(commit, cases)
else {
  const chosen = process.argv.slice(2)
  const names = chosen.length === 0 ? Object.keys(tables) : chosen
  for (const [name, bench] of Object.entries({ ...tables, ...longTables })) {
    if (names.includes(name)) await bench()
  }
}
