components {
  id: "script"
  component: "/main/rat.script"
}
