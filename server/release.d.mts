export function keepStaticFiles(folder: string, earlierDist: string): void
