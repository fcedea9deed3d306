"""HLO and StableHLO text, as compilers print it, drawn as graphs."""

import pytest

from graphlab._src.cli import file_contents, report
from graphlab._src.viz import hlo_text, protocol, show, stablehlo_text

HLO = """HloModule jit_f, entry_computation_layout={(f32[4,8]{1,0})->(f32[], f32[4,8]{1,0})}

%add (a: f32[], b: f32[]) -> f32[] {
  %a = f32[] parameter(0)
  %b = f32[] parameter(1)
  ROOT %sum = f32[] add(%a, %b), metadata={op_name="jit(f)/sum(\\"a}\\")"}
}

%fused (p: f32[4,8]) -> f32[4,8] {
  %p = f32[4,8]{1,0} parameter(0)
  ROOT %tanh.1 = f32[4,8]{1,0} tanh(%p)
}

body.2 {
  state = (s32[], f32[4,8]{1,0}) parameter(0)
  i = s32[] get-tuple-element(state), index=0
  v = f32[4,8]{1,0} get-tuple-element(state), index=1
  one = s32[] constant(1)
  next = s32[] add(i, one)
  activation = f32[4,8]{1,0} fusion(v), kind=kLoop, calls=%fused
  ROOT out = (s32[], f32[4,8]{1,0}) tuple(next, activation)
}

condition.3 {
  state.1 = (s32[], /*index=1*/f32[4,8]{1,0}) parameter(0)
  i.1 = s32[] get-tuple-element(state.1), index=0
  five = s32[] constant(5)
  ROOT less = pred[] compare(i.1, five), direction=LT
}

ENTRY %main (x: f32[4,8]) -> (f32[], f32[4,8]) {
  %x = f32[4,8]{1,0:T(8,128)} parameter(0)
  %zero = s32[] constant(0)
  %initial = (s32[], f32[4,8]{1,0}) tuple(s32[] %zero, f32[4,8]{1,0} %x)
  %loop = (s32[], f32[4,8]{1,0}) while(%initial), condition=%condition.3, body=%body.2
  %last = f32[4,8]{1,0} get-tuple-element(%loop), index=1
  %start = f32[] constant(0)
  %total = f32[] reduce(%last, %start), dimensions={0,1}, to_apply=%add
  ROOT %results = (f32[], f32[4,8]{1,0}) tuple(%total, %last)
}
"""
STABLEHLO = """module @jit_f {
  func.func public @main(%arg0: tensor<?x8xf32>) -> tensor<?x8xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %0:2 = stablehlo.while(%i = %c, %v = %arg0) : tensor<i32>, tensor<?x8xf32>
    cond {
      %five = stablehlo.constant dense<5> : tensor<i32>
      %less = stablehlo.compare LT, %i, %five : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %less : tensor<i1>
    } do {
      %one = stablehlo.constant dense<1> : tensor<i32>
      %next = stablehlo.add %i, %one : tensor<i32>
      %1 = func.call @layer(%v) : (tensor<?x8xf32>) -> tensor<?x8xf32>
      stablehlo.return %next, %1 : tensor<i32>, tensor<?x8xf32>
    }
    return %0#1 : tensor<?x8xf32>
  }
  func.func private @layer(%arg0: tensor<?x8xf32>) -> tensor<?x8xf32> {
    %0 = stablehlo.tanh %arg0 : tensor<?x8xf32>
    return %0 : tensor<?x8xf32>
  }
}
"""


def drawn(program):
    """{name: (type, names of its inputs, [dtype and shape of each output])} as the browser receives it."""
    piece = protocol.unpacked(program.piece()[1])
    names = piece["names"]
    return {
        name: (kind, [names[op] for op, _ in inputs], outputs)
        for name, kind, inputs, outputs in zip(names, piece["types"], piece["inputs"], piece["outputs"], strict=True)
    }


def test_hlo_draws_what_is_called_inside_of_its_caller():
    found = drawn(hlo_text.program(HLO))
    assert found["x"] == ("Placeholder", [], [("float32", "4,8")])
    assert found["loop/body/activation/tanh.1"] == ("tanh", ["x"], [("float32", "4,8")])
    assert found["loop/condition/less"][:2] == ("compare", ["zero", "loop/condition/five"])
    loop = found["loop/while"]
    assert loop[1] == ["loop/condition/less", "loop/body/next", "loop/body/activation/tanh.1"]
    assert loop[2] == [("int32", ""), ("float32", "4,8")]
    assert found["total"][1] == ["loop/while", "start"]


def test_what_is_applied_to_each_element_is_an_attribute():
    (total,) = [op for op in hlo_text.program(HLO).operations if op.name == "total"]
    assert dict(total.attrs) == {"dimensions": "{0,1}", "to_apply": "add"}


def test_stablehlo_draws_calls_and_loops_as_scopes():
    found = drawn(stablehlo_text.program(STABLEHLO))
    assert found["arg0"] == ("Placeholder", [], [("float32", "?,8")])
    assert found["while/body/layer/tanh"] == ("tanh", ["arg0"], [("float32", "?,8")])
    assert found["while/while"][1] == ["while/condition/compare", "while/body/add", "while/body/layer/tanh"]


@pytest.mark.parametrize(("name", "text", "kind"), [("m.hlo", HLO, "HLO"), ("m.mlir", STABLEHLO, "StableHLO")])
def test_a_file_of_a_compiler_is_known_by_its_text(tmp_path, name, text, kind):
    for path in (tmp_path / name, tmp_path / "dump.txt"):
        path.write_text(text)
        contents = file_contents.read(str(path))
        assert report.title(contents).startswith(f"{path}: {kind} module, ")
        assert dict(report.sections(contents))["Operations by type"]
    with pytest.raises(file_contents.UnreadableError, match=r"no graph.\n  fix .*graphlab view"):
        show.Diagram(str(path))


@pytest.mark.parametrize(
    "text", ["", "HloModule m\n", HLO.replace("tanh(%p)", "tanh(%p"), STABLEHLO.replace("tanh", "?")]
)
def test_a_damaged_text_says_what_is_wrong(tmp_path, text):
    (tmp_path / "broken.hlo").write_text(text)
    with pytest.raises(file_contents.UnreadableError, match=r"broken\.hlo"):
        file_contents.read(str(tmp_path / "broken.hlo"))
