/** `npm run bench [-- TABLE…]`: measures durations and memory, each beside a baseline of the same run. */
import { benchApi } from './bench/api.ts'
import { benchCompletion } from './bench/completion.ts'
import { benchPages } from './bench/pages.ts'
import { benchRevision } from './bench/revision.ts'
import { benchStart } from './bench/start.ts'
import { benchUpload } from './bench/upload.ts'

const tables = {
  start: benchStart,
  revision: benchRevision,
  completion: benchCompletion,
  upload: benchUpload,
  api: benchApi,
  pages: benchPages,
}
const chosen = process.argv.slice(2)
for (const [name, bench] of Object.entries(tables)) {
  if (chosen.length === 0 || chosen.includes(name)) await bench()
}
