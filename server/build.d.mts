/** The folders and the files that a version is built from. */
export const SOURCES: string[]
export const SOURCE_FILES: string[]
type Pages = boolean | 'and API'
export function build(distDir: string, options: { pages: Pages }): Promise<string>
/** Bundles programs, given by their source files, into a folder of the project. */
export function bundleFiles(entryPoints: string[], outdir: string): Promise<void>
/** Whether the pages are built, and the API with them if it is asked for. */
export function arePagesBuilt(distDir: string, sourcesHash: string, pages: Pages): boolean
/** Says of which sources the folder has the pages, and whether the API is among them. */
export function stampPages(distDir: string, sourcesHash: string, pages: Pages): void
/** Copies the files of pdf.js that the browser loads to public/. */
export function copyPdfjs(): void
