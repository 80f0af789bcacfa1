export function build(distDir: string, options: { pages: boolean | 'and API' }): Promise<string>
/** Copies the files of pdf.js that the browser loads to public/. */
export function copyPdfjs(): void
