// What buying does beyond its forms and links; it comes with the first input (later.ts).
import './stepper.ts'
