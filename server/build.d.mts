export function build(distDir: string, wanted: { pages: boolean }): Promise<string>
