declare module 'pdfjs-dist/legacy/build/pdf.worker.mjs' {
  /** The end of pdf.js that reads files. */
  export const WorkerMessageHandler: { initializeFromPort(port: EventTarget): void }
}
