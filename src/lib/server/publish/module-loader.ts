/**
 * The script that loads a page's modules: when its pictures are there, or with the first input. On a
 * slow network they would hold up the largest picture, and without them everything works by links
 * and forms. After a frame with all pictures, so that no script stands before the largest paint.
 */
export function moduleLoader(files: string[]): string {
  return loader(files.map((file) => `import("${file}")`).join(';'))
}

/** Whether a script is the one above, for modules of ours. */
export function isLoader(text: string): boolean {
  const [imports] =
    /import\("\/static\/js\/[\w.-]+"\)(;import\("\/static\/js\/[\w.-]+"\))*/.exec(text) ?? []
  return imports !== undefined && text === loader(imports)
}

function loader(imports: string): string {
  return (
    `{let n=0;const l=()=>{if(!n++){${imports}}};` +
    `addEventListener('load',()=>requestAnimationFrame(()=>setTimeout(l)));` +
    // Modules that come after the first input know of it (kit/first-input.ts).
    `const i=()=>{document.body.dataset.touched='';l()};` +
    `for(const t of['pointerdown','keydown'])addEventListener(t,i,{capture:true,once:true})}`
  )
}
