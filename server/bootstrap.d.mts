/** The environment of our processes: `node` and the installed programs come first on the path. */
export function environment(node: string, extra?: Record<string, string>): NodeJS.ProcessEnv
