import pbjs from "protobufjs-cli/pbjs.js";

const target = ["--target=static-module", "--wrap=es6", "--keep-case", "--no-comments"];
pbjs.main([...target, "--out=static.js", "data.proto"], (error) => {
  if (error) throw error;
});
