/** The MCP server on standard input and output: `npm run mcp`, with PARAPH_URL and PARAPH_KEY. */
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import { Paraph } from '../src/index.ts'
import { paraphServer } from './tools.ts'

const { PARAPH_URL: baseUrl, PARAPH_KEY: apiKey } = process.env
if (!baseUrl || !apiKey) {
  console.error('Set PARAPH_URL (the address of the service) and PARAPH_KEY (an API key).')
  process.exit(1)
}
await paraphServer(new Paraph({ baseUrl, apiKey })).connect(new StdioServerTransport())
