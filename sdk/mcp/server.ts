import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import type { Paraph } from '../src/index.ts'
import type { Files } from './files.ts'
import { addProcessTools } from './tools/processes.ts'
import { addSendingTools } from './tools/sending.ts'
import { addVaultTools } from './tools/vault.ts'

/** An MCP server whose tools are operations of a Paraph service; `files` says where their files come from. */
export function paraphServer<T>(paraph: Paraph, files: Files<T>): McpServer {
  const server = new McpServer({ name: 'paraph', version: '0.1.0' })
  addProcessTools(server, paraph)
  addSendingTools(server, paraph, files)
  addVaultTools(server, paraph, files)
  return server
}
