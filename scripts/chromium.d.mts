export function findChromium(root: string): Promise<string | null>
