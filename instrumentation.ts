/** Next calls it when a server starts. `npm start` does without: server/web.ts prepares the process itself. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== 'nodejs' || process.env.PARAPH_PART) return
  const { prepareNextStart } = await import('./server/next-start.ts')
  await prepareNextStart()
}
