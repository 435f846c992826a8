/** Placeholder for the list of modules in the built script (astro.config.mjs). */
const MODULES = '"MODULES"'
const LIST = /\["\/static\/js\/[\w.-]+"(?:,"\/static\/js\/[\w.-]+")*\]/

/** The script with the addresses of the modules that it loads (light/page-loader.ts). */
export const withModules = (script: string, files: string[]): string =>
  script.replace(MODULES, () => JSON.stringify(files))

/** The script as it was built, with the placeholder in place of the list of our modules. */
export const asBuilt = (script: string): string => script.replace(LIST, MODULES)
