/**
 * The MCP server on standard input and output: `npm run mcp -- <folder>`, with PARAPH_URL and PARAPH_KEY. Its tools
 * read and write files of that folder only.
 */
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import { Paraph } from '../src/index.ts'
import { makeFolderFiles } from './files.ts'
import { Folder } from './folder.ts'
import { paraphServer } from './server.ts'

const { PARAPH_URL: baseUrl, PARAPH_KEY: apiKey } = process.env
const [path] = process.argv.slice(2)
if (!baseUrl || !apiKey || !path) {
  console.error(
    'Set PARAPH_URL (the address of the service) and PARAPH_KEY (an API key), and name the folder whose files may be read and written: npm run mcp -- <folder>',
  )
  process.exit(1)
}
const folder = await Folder.at(path).catch(() => {
  console.error(`There is no folder ${path}.`)
  return process.exit(1)
})
await paraphServer(new Paraph({ baseUrl, apiKey }), makeFolderFiles(folder)).connect(
  new StdioServerTransport(),
)
