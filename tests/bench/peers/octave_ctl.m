% octave_ctl.m - Riccati equations (SLICOT) and quadratic programmes by Octave, as in bench_ctl
% needs octave-control
pkg load control
folder = getenv ("BENCH_OUT");
only = getenv ("BENCH_ONLY");
names = {"continuous", "discrete"};
files = {"care", "dare"};
for n = [10, 50, 200]
  for kind = 1:2
    row = sprintf ("%s Riccati of order %d", names{kind}, n);
    if (! isempty (only) && isempty (strfind (["ctl: " row], only)))
      continue;
    end
    A = load ("-ascii", sprintf ("%s/ctl_A_%d.txt", folder, n));
    B = load ("-ascii", sprintf ("%s/ctl_B_%d.txt", folder, n));
    ours = load ("-ascii", sprintf ("%s/ctl_%s_%d.txt", folder, files{kind}, n));
    Q = eye (n);
    R = eye (columns (B));
    solve = str2func (files{kind});
    X = solve (A, B, Q, R);
    off = norm (X - ours, "fro") / norm (ours, "fro");
    if (! (off < 1e-6))
      fprintf (stderr, "octave_ctl: %s: another answer, by %g\n", row, off);
      continue;
    end
    repeats = max (1, round (500 / n));
    took = zeros (1, 5);
    for k = 1:5
      before = cputime ();
      for i = 1:repeats
        X = solve (A, B, Q, R);
      end
      took(k) = (cputime () - before) / repeats * 1e9;
    end
    printf ("ctl,%s,Octave,%.4g,%.4g\n", row, median (took), min (took));
  end
end
for n = [20, 100]
  row = sprintf ("quadratic programme of %d unknowns", n);
  if (! isempty (only) && isempty (strfind (["ctl: " row], only)))
    continue;
  end
  H = load ("-ascii", sprintf ("%s/ctl_H_%d.txt", folder, n));
  g = load ("-ascii", sprintf ("%s/ctl_g_%d.txt", folder, n));
  A = load ("-ascii", sprintf ("%s/ctl_rows_%d.txt", folder, n));
  ours = load ("-ascii", sprintf ("%s/ctl_qp_%d.txt", folder, n));
  one = ones (n, 1);
  solve = @() qp (zeros (n, 1), H, g, [], [], -one, one, -Inf (2 * n, 1), A, ones (2 * n, 1), ...
    struct ("MaxIter", 5000));
  off = norm (solve () - ours) / norm (ours);
  if (! (off < 1e-6))
    fprintf (stderr, "octave_ctl: %s: another answer, by %g\n", row, off);
    continue;
  end
  took = zeros (1, 5);
  for k = 1:5
    before = cputime ();
    for i = 1:5
      solve ();
    end
    took(k) = (cputime () - before) / 5 * 1e9;
  end
  printf ("ctl,%s,Octave,%.4g,%.4g\n", row, median (took), min (took));
end
