/** Writes the types of the error texts, which TypeScript reads from JSON as mere strings: `npm run messages:types`. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const folder = join(import.meta.dirname, '../lib/messages/en')

for (const name of ['errors', 'api-errors']) {
  const json = JSON.stringify(JSON.parse(readFileSync(join(folder, `${name}.json`), 'utf8')))
  const types = `// Made by \`npm run messages:types\`. Do not edit.\ndeclare const texts: ${json}\nexport default texts\n`
  writeFileSync(join(folder, `${name}.d.json.ts`), types)
}
