/** The environment of our processes: that Node and the installed programs first on the path. */
export function environment(node: string, more?: Record<string, string>): NodeJS.ProcessEnv
