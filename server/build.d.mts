export function build(distDir: string, options: { pages: boolean }): Promise<string>
